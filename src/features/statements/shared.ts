export type { Letter } from './letter'
export { useSavePdf } from './mutations'
