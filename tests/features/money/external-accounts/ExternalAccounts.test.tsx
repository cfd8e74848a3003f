import { json, renderSignedIn, serve, userId } from '../../../fakeServer'
import type { Answers } from '../../../apiAnswers'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ExternalAccounts } from '@/features/money/external-accounts/ExternalAccounts'

const barclays = { id: 'barclays', name: 'Barclays', transaction_count: 1, last_day: '2026-11-02', in_insights: false }

test('says that the accounts cannot be loaded, and lists them after a retry', async () => {
  const answers: Answers = {
    'GET external_accounts': () => json({ code: '42501', message: 'permission denied' }, 403),
  }
  serve(answers)
  renderSignedIn(<ExternalAccounts userId={userId} />)
  expect(await screen.findByRole('alert')).toHaveTextContent(/^We couldn't load your other accounts\./)
  answers['GET external_accounts'] = () =>
    json([
      { ...barclays, balance: null, balance_day: null },
      { ...barclays, id: 'santander', name: 'Santander', balance: -12.34, balance_day: '2026-11-03' },
    ])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Barclays 1 transaction up to 2 Nov 2026' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Santander -£12.34 on 3 Nov 2026' })).toBeVisible()
})
