export { BankPaymentState } from './BankPaymentState'
export { recallPayment, sendToOtherBanks } from './mutations'
