import { lazy, Suspense, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { SessionProvider } from '@/lib/session'
import { findMoreRoutes, routes } from './routes'

const Toasts = lazy(async () => ({ default: (await import('@/components/Toasts')).Toasts }))

export function App() {
  const [router] = useState(() => createBrowserRouter(routes, { patchRoutesOnNavigation: findMoreRoutes }))
  return (
    <>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  )
}
