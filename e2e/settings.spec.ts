import { expect, test } from './fixtures'
import { signIn } from './people'

test('a new display name is on the profile, the account and the card, and a notification email is stored', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Uma')
  await signIn(page, person, '/branch-support')
  const name = page.getByRole('region', { name: 'Display Name' })
  await expect(name.getByRole('textbox')).toHaveValue('Uma Tester')
  await name.getByRole('textbox').fill('Uma Newname')
  await name.getByRole('button', { name: 'Update Name' }).click()
  await expect(page.getByText('Display name updated')).toBeVisible()
  await page.goto('/cards')
  await expect(page.getByText('UMA NEWNAME')).toBeVisible()

  await page.goto('/profile')
  const fullName = page.getByRole('textbox', { name: 'Full Name' })
  await expect(fullName).toHaveValue('Uma Newname')
  await fullName.fill('Uma Alone')
  await page.getByRole('button', { name: 'Update Name' }).click()
  await expect(page.getByText('Profile updated!')).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const email = page.getByRole('textbox', { name: 'Notification Email' })
  await email.fill('uma@example.com')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  const [stored] = await server.sql`
    select p.full_name, p.notification_email, a.account_holder_name as holder
    from public.profiles p join public.accounts a on a.user_id = p.id where p.id = ${person.id}`
  expect(stored).toEqual({ full_name: 'Uma Alone', notification_email: 'uma@example.com', holder: 'Uma Newname' })
})
