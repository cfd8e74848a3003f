import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Screen } from '@/components/Screen'
import { returningTo } from '@/features/person/auth/shared'
import { FrozenNote, ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { paths } from '@/lib/paths'
import { paymentCopy } from './copy'

type PayScreenProps = ComponentProps<typeof Screen> & { isDemo: boolean }

/** A screen of the payment flow. It tells a visitor from the start that nothing is paid. */
export function PayScreen({ isDemo, children, ...screen }: PayScreenProps) {
  const location = useLocation()
  return (
    <Screen {...screen}>
      {isDemo && (
        <p className="mb-2 rounded bg-sunken p-3 text-small">
          {paymentCopy.demonstration}{' '}
          <Link
            to={paths.auth}
            state={returningTo(location)}
            className="inline-block py-1 text-name text-brand underline"
          >
            Sign in
          </Link>
        </p>
      )}
      {screen.isTab && <FrozenNote />}
      {screen.isTab ? children : <ReadOnlyWhileFrozen className="flex flex-1 flex-col">{children}</ReadOnlyWhileFrozen>}
    </Screen>
  )
}
