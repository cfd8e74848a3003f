import { useLocation } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Accessibility } from './Accessibility'
import { Privacy } from './Privacy'

/** What the bank says about itself, for everybody. */
export function NoticeScreen() {
  return useLocation().pathname === paths.privacy ? <Privacy /> : <Accessibility />
}
