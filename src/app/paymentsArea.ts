// The screens that send money.
export { PayTransferScreen } from '@/screens/PayTransferScreen'
export { PaymentDetailsScreen } from '@/screens/PaymentDetailsScreen'
