export { reasonWords } from './warnings'
