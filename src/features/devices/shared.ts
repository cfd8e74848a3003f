export { CodeByMail } from './CodeByMail'
export { CodeInput, codeLength } from './CodeInput'
export { maskEmail } from './maskEmail'
export { enterDeviceCode } from './mutations'
