import { Component, Suspense, type ReactNode } from 'react'
import { logError } from '@/lib/log'
import { LoadFailed } from './LoadFailed'

type LatePartProps = {
  /** 'your insights': completes 'We could not load …'. Left out: nothing is said, the part is just not there. */
  what?: string
  /** What stands there until its code has come. */
  fallback: ReactNode
  children: ReactNode
}

/** A part of a screen whose code comes after the first look. When it does not come, the rest of the screen stays. */
export class LatePart extends Component<LatePartProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    logError('A part of a screen broke', error)
  }

  override render() {
    const { what, fallback, children } = this.props
    if (this.state.error === null) return <Suspense fallback={fallback}>{children}</Suspense>
    if (what === undefined) return fallback
    // Code that could not be loaded is only asked for again by a new page.
    return <LoadFailed error={this.state.error} onRetry={() => window.location.reload()} what={what} />
  }
}
