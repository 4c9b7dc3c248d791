/**
 * Who vouches for state: a key that only installers have, seals made with it, and what may be done with content that has none
 * (docs/state.md, "Who can act as whom").
 */
export { contentStatement, SEAL_ANNOTATION, sealIn, withSeal } from './content-seal';
export { formerStatement, sealedFormerUids, trustedFormerUids } from './former-uids';
export { DEFAULT_STATE_KEY, keyRef, SECRET_TYPE_KEY, type NoKey, type StateKeyPlace } from './key';
export { beyondScope, whyBeyond, type Beyond, type BeyondScope } from './scope';
export { judgeSeal, sealOf, type Statement } from './seal';
export { Seals, sealsOf } from './seals';
