export { CodeInput, codeLength } from './CodeInput'
export { CodeForm } from './CodeForm'
export { maskEmail } from './maskEmail'
export { SendCode } from './SendCode'
