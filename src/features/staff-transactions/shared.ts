export { describePaymentToCome, readPaymentToCome } from './paymentsToCome'
