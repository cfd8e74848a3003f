import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { createQueryClient } from '@/lib/queryClient'
import { SessionProvider } from '@/lib/session'
import { routes } from './routes'

const Toasts = lazy(async () => ({ default: (await import('@/components/Toasts')).Toasts }))

export function App() {
  const [client] = useState(createQueryClient)
  const [router] = useState(() => createBrowserRouter(routes))
  return (
    <QueryClientProvider client={client}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
      <Suspense>
        <Toasts />
      </Suspense>
    </QueryClientProvider>
  )
}
