import { storeSession, serve, json, userId } from '../fakeServer'
import { act, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { SessionProvider, useSession } from '@/lib/session'
import { storedSession } from '@/lib/storedSession'
import { supabase } from '@/lib/supabase'
import { supabaseClient } from '@/lib/supabaseClient'

function Who() {
  const { status, userId: person } = useSession()
  return (
    <p>
      {status} {person}
    </p>
  )
}

function open() {
  render(
    <SessionProvider>
      <Who />
    </SessionProvider>,
  )
}

/** Moves the stored session's end to so many seconds from now. */
function endIn(seconds: number) {
  const text = localStorage.getItem('sb-bank-auth-token')
  if (text === null) throw new Error('nothing is stored')
  localStorage.setItem(
    'sb-bank-auth-token',
    JSON.stringify({ ...JSON.parse(text), expires_at: Math.floor(Date.now() / 1000) + seconds }),
  )
}

describe('the session when the page opens', () => {
  test('the session when the page opens is signed out when nothing is stored', () => {
    serve({})
    open()
    expect(screen.getByText('signed out')).toBeInTheDocument()
  })

  test('the session when the page opens is signed in with a valid stored session, without a request', () => {
    storeSession()
    const asked = serve({})
    open()
    expect(screen.getByText(`signed in ${userId}`)).toBeInTheDocument()
    expect(asked).toEqual([])
  })

  test('the session when the page opens is known after an expired session is renewed', async () => {
    storeSession()
    endIn(-60)
    const inAnHour = Math.floor(Date.now() / 1000) + 3600
    const renewed = {
      access_token: 'header.payload.signature',
      refresh_token: 'next',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: inAnHour,
      user: { id: userId, email: 'priya@example.test' },
    }
    serve({ 'POST /auth/v1/token': () => json(renewed) })
    open()
    expect(screen.getByText('loading')).toBeInTheDocument()
    expect(await screen.findByText(`signed in ${userId}`)).toBeInTheDocument()
  })

  test('stays signed in when the token cannot be renewed now, until the session ends', async () => {
    storeSession()
    serve({})
    const subscribe = vi.spyOn(supabaseClient.auth, 'onAuthStateChange').mockReturnValue({
      data: { subscription: { id: 'test', callback: () => undefined, unsubscribe: () => undefined } },
    })
    open()
    await waitFor(() => expect(subscribe).toHaveBeenCalledOnce())
    const emit = subscribe.mock.calls[0]?.[0]
    act(() => void emit?.('INITIAL_SESSION', null))
    expect(screen.getByText(`signed in ${userId}`)).toBeInTheDocument()
    act(() => void emit?.('SIGNED_OUT', null))
    expect(screen.getByText('signed out')).toBeInTheDocument()
  })
})

describe('the token of a request', () => {
  test('the token of a request is the stored one while it is valid', async () => {
    storeSession()
    const fetched = vi.fn<typeof fetch>(async () => json([]))
    vi.stubGlobal('fetch', fetched)
    await supabase.from('profiles').select('id').throwOnError()
    expect(fetched).toHaveBeenCalledOnce()
    const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers)
    expect(headers.get('Authorization')).toBe('Bearer header.payload.signature')
    expect(headers.get('apikey')).toBe('sb_publishable_test')
  })

  test.each([
    ['has run out', () => endIn(-1)],
    ['runs out within a minute and a half', () => endIn(80)],
    ['cannot be read', () => localStorage.setItem('sb-bank-auth-token', '{"access_token":')],
    ['has no person', () => localStorage.setItem('sb-bank-auth-token', '{"access_token":"a","expires_at":9999999999}')],
  ])('the token of a request is not taken from a session that %s', (_what, spoil) => {
    storeSession()
    spoil()
    expect(storedSession.current()).toBeNull()
  })
})
