export { readCustomerHead } from './chatCustomer'
export { CustomerHead } from './CustomerHead'
