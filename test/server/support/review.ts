import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';

/** Answers the questions of the API server to a webhook. One that it breaks off, because who had asked it is gone, gets no answer. */
export function reviewer<Question>(
  apiVersion: string, kind: string, decide: (question: Question) => Readonly<Record<string, unknown>>,
): RequestListener {
  return (request, response) => {
    void json(request).then((review) => {
      const { request: question } = review as { readonly request: Question & { readonly uid: string } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ apiVersion, kind, response: { uid: question.uid, ...decide(question) } }));
    }, () => undefined);
  };
}
