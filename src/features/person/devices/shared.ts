export { CodeByMail } from './CodeByMail'
export { maskEmail } from './maskEmail'
export { SendCode } from './SendCode'
export { enterDeviceCode } from './mutations'
