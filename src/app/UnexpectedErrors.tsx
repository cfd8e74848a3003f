import { Component, type ReactNode } from 'react'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { otherRelease } from '@/lib/download'
import { logError } from '@/lib/log'
import { paths } from '@/lib/paths'

type UnexpectedErrorsProps = {
  /** A change of the key shows the children again, as after a navigation. */
  resetKey: string
  children: ReactNode
}

type State = { hasError: boolean; resetKey: string }

/** Shows 'Unexpected Application Error!' instead of a screen that threw. */
export class UnexpectedErrors extends Component<UnexpectedErrorsProps, State> {
  override state: State = { hasError: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError() {
    return { hasError: true }
  }

  static getDerivedStateFromProps({ resetKey }: UnexpectedErrorsProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { hasError: false, resetKey }
  }

  override componentDidCatch(error: unknown) {
    logError('A screen broke', error)
    // A value of a newer release can break a screen.
    void otherRelease()
  }

  override render() {
    return this.state.hasError ? <UnexpectedErrorScreen /> : this.props.children
  }
}

function UnexpectedErrorScreen() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col justify-center gap-4 p-6 text-center">
      <h1 className="text-headline">Unexpected Application Error!</h1>
      <p className="text-secondary">
        Something went wrong on this screen. Your money is safe. Try to load it again, or go back to home.
      </p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
      {/* A full page load: the app's own navigation may be broken. */}
      <a href={paths.home} className={buttonLook('secondary')}>
        Back to home
      </a>
    </main>
  )
}
