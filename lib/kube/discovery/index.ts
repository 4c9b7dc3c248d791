/** Which kinds an API server serves, and where: read once, read again when a kind is missing. */
export { Discovery } from './discovery';
