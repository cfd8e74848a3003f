import type { ReactNode } from 'react'
import { Screen } from './Screen'
import { useFocusFallback } from './useFocusFallback'

/** A page without the navigation, which a link in a mail opens. `name`: the title of the document. */
export function LonePage({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  useFocusFallback()
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <Screen title={name} width="alone" hideHeader>
        <div className="flex flex-1 flex-col justify-center gap-4 py-6">
          <h1 tabIndex={-1} className="text-headline">
            {title}
          </h1>
          {children}
        </div>
      </Screen>
    </main>
  )
}
