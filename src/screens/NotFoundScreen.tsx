import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Screen } from '@/components/Screen'
import { buttonLook } from '@/components/ui/buttonLook'
import { logNotFound } from '@/lib/log'
import { paths } from '@/lib/paths'

export function NotFoundScreen() {
  const { pathname } = useLocation()
  useEffect(() => logNotFound(pathname), [pathname])
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <Screen title="Page not found" width="alone" hideHeader>
        <div className="flex flex-1 flex-col items-center justify-center gap-4 text-center">
          <p aria-hidden className="text-figure text-muted">
            404
          </p>
          <h1 tabIndex={-1} className="text-headline">
            Oops! Page not found
          </h1>
          <p className="text-secondary">We can't find that page.</p>
          <Link to={paths.home} className={buttonLook('primary')}>
            Back to home
          </Link>
        </div>
      </Screen>
    </main>
  )
}
