/** Permissions, images, history and differences. Pure. */
import { displayName, type PolicyRule } from '../../../api';
import { counted } from '../terminal/table';
import type { MarkedRule, ReportData, ReportDifference, ReportRevision, ReportRole } from './data';
import { html, type Html } from '../page/html';

export function permissions({ roles, installer }: ReportData): Html {
  const dangerous = roles.flatMap(({ rules }) => rules).filter(({ dangers }) => dangers.length > 0).length;
  const marked = dangerous === 0 ? 'no rule is' : `${counted(dangerous, 'rule')} ${dangerous === 1 ? 'is' : 'are'}`;
  const summary = roles.length === 0
    ? 'The content has no roles of its own.'
    : `${counted(roles.length, 'role')}; ${marked} marked as dangerous.`;
  const installerRows = installer.map((one) => ruleRow(one, one.namespace === '' ? 'whole cluster' : one.namespace));
  return html`<section id="permissions"><h2>Permissions</h2><h3>What the workloads get</h3><p class="lead">${summary}</p>
${roles.map(role)}<h3>What the installing account needs</h3>
<details><summary>${counted(installer.length, 'rule')}: the least for install, upgrade and removal with this command</summary>
${rulesTable(installerRows, true)}</details></section>`;
}

function role({ kind, name, namespace, holders, rules }: ReportRole): Html {
  const dangers = [...new Set(rules.flatMap((rule) => rule.dangers))];
  const held = holders.length === 0 ? 'nobody, by a binding of this content' : holders.join('; ');
  return html`<details class="role"><summary><span class="kind">${kind}</span>
 <b>${namespace === undefined ? '' : `${namespace}/`}${name}</b>
 ${badges(dangers)}</summary><p>Held by: ${held}</p>${rulesTable(rules.map((rule) => ruleRow(rule)), false)}</details>`;
}

function badges(dangers: readonly string[]): readonly Html[] {
  return dangers.map((danger) => html`<span class="badge">${danger}</span> `);
}

function rulesTable(rows: readonly Html[], isScoped: boolean): Html {
  return html`<div class="scroll"><table><thead><tr>${isScoped ? html`<th>where</th>` : undefined}
<th>verbs</th><th>resources</th><th>remark</th>
</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function ruleRow({ rule, dangers }: MarkedRule, where?: string): Html {
  return html`<tr>${where === undefined ? undefined : html`<td>${where}</td>`}<td>${rule.verbs.join(', ')}</td><td>${target(rule)}</td>
<td>${badges(dangers)}</td></tr>`;
}

function target({ apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): Html {
  const groups = apiGroups.filter((group) => group !== '').join(', ');
  const names = resourceNames.length === 0 ? undefined : html`<br><small>only ${resourceNames.join(', ')}</small>`;
  return html`${[...resources, ...nonResourceURLs].join(', ')}${groups === '' ? undefined : html` <small>of ${groups}</small>`}${names}`;
}

export function imagesTable({ images }: ReportData): Html {
  const unpinned = images.filter(({ pinned }) => !pinned).length;
  const lead = images.length === 0
    ? 'No workload names an image.'
    : `${counted(images.length, 'image')}, ${unpinned === 0 ? 'all named by digest' : `${unpinned} not named by digest`}.`;
  const rows = images.map(({ image, pinned, usedBy }) => html`<tr><td class="code">${image}</td>
<td>${pinned ? 'digest' : html`<span class="badge">not pinned</span>`}</td><td>${usedBy.map((by) => html`${by}<br>`)}</td></tr>`);
  const table = html`<div class="scroll"><table><thead><tr><th>image</th><th>named by</th><th>used by</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
  return html`<section id="images"><h2>Images</h2><p class="lead">${lead}</p>${images.length === 0 ? undefined : table}</section>`;
}

export function historyTable(history: readonly ReportRevision[]): Html {
  const rows = history.map(({ number, version, appliedAt, complete, changes }) => html`<tr><td>${number}</td><td>${version ?? '–'}</td>
<td><time datetime="${appliedAt}">${appliedAt.replace('T', ' ').replace(/\.\d+/, '')}</time></td>
<td>${complete ? 'complete' : html`<span class="badge">incomplete</span>`}</td><td>${changes}</td></tr>`);
  return html`<section id="history"><h2>History</h2><div class="scroll"><table>
<thead><tr><th>revision</th><th>version</th><th>applied</th><th>status</th>
<th>changes</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

export function differenceView({ from, to, objects }: ReportDifference): Html {
  const differ = `${counted(objects.length, 'object')} ${objects.length === 1 ? 'differs' : 'differ'}.`;
  const lead = objects.length === 0 ? 'They have the same objects.' : differ;
  const views = objects.map(({ ref, lines }) => html`<details class="change"><summary>${displayName(ref)}</summary>
<pre class="scroll">${lines.map(line)}</pre></details>`);
  return html`<section id="difference"><h2>From ${from} to ${to}</h2><p class="lead">${lead}</p>${views}</section>`;
}

function line(text: string): Html {
  const kind = text.startsWith('+') ? 'added' : text.startsWith('-') ? 'removed' : text.startsWith('@@') ? 'hunk' : 'same';
  return html`<span class="${kind}">${text}
</span>`;
}
