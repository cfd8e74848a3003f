import { Link } from 'react-router-dom'
import { buttonLook } from '@/components/ui/buttonLook'
import { paths } from '@/lib/paths'

export function NoticeLinks() {
  return (
    <nav aria-label="About the bank" className="flex flex-wrap justify-center">
      <Link to={paths.privacy} className={buttonLook('quiet')}>
        Privacy
      </Link>
      <Link to={paths.accessibility} className={buttonLook('quiet')}>
        Accessibility
      </Link>
    </nav>
  )
}
