export { BankPaymentState } from './BankPaymentState'
export { recallPayment } from './mutations'
