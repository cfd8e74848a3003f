export { AccountSelect } from './AccountSelect'
export { FromAndTo, readSides, type Sides } from './FromAndTo'
export { useMoveOwnMoney } from './mutations'
