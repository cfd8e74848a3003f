export { ReadOnlyWhileFrozen } from './ReadOnlyWhileFrozen'
