export { useFreezeCard } from './mutations'
export { cardPaymentState } from './cardPaymentState'
