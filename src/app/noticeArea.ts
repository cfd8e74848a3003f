// What everybody may read.
export { AccessibilityScreen } from '@/screens/AccessibilityScreen'
export { PrivacyScreen } from '@/screens/PrivacyScreen'
