export { newSearch, noFilter } from './filter'
export { describePaymentToCome, readPaymentToCome } from './paymentsToCome'
