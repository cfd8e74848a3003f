export type { Letter } from './letter'
export { useSavePdf } from './mutations'
export { RecordsButton } from './RecordsButton'
export type { Records } from './recordsPdf'
