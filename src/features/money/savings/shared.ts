export { AccountSelect } from './AccountSelect'
export { useMoveOwnMoney } from './mutations'
