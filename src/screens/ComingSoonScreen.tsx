import { Link } from 'react-router-dom'
import { brand } from '@/brand'
import { EmptyState } from '@/components/EmptyState'
import { Screen } from '@/components/Screen'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'

/** Stands at the address of a part of the bank that is not open yet. */
export function ComingSoonScreen() {
  const { signOut } = useSession()
  return (
    <Screen title="Not open yet" back={paths.home}>
      <EmptyState title={`This part of ${brand.name} is not open yet.`}>
        <p>You can see your account, pay people and look at your transactions.</p>
        <Link to={paths.home} className={buttonLook('primary')}>
          Back to home
        </Link>
      </EmptyState>
      {/* The menu leads here, and phones have no other way out. */}
      <Button variant="secondary" className="mt-4" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </Screen>
  )
}
