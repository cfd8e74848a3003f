// The sign-in screen.
export { AuthScreen } from '@/screens/AuthScreen'
export { VisitorsOnly } from './VisitorsOnly'
