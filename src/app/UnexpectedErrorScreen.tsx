import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { logError } from '@/lib/log'
import { paths } from '@/lib/paths'

/** Stands in for a screen that broke, or whose code could not be loaded. */
export function UnexpectedErrorScreen() {
  const error = useRouteError()
  useEffect(() => logError('A screen broke', error), [error])
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col justify-center gap-4 p-6 text-center">
      <h1 className="text-xl font-semibold">Unexpected Application Error!</h1>
      <p className="text-muted">
        Something went wrong on this screen. Your money is safe. Try to load it again, or go back to home.
      </p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
      {/* A whole new page: the app that broke may not be able to navigate. */}
      <a href={paths.home} className={buttonLook('secondary')}>
        Back to home
      </a>
    </main>
  )
}
