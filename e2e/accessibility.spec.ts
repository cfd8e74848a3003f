import type { Page } from '@playwright/test'
import { paths, statementPath } from '../src/lib/paths'
import { signInAs } from './agent'
import { expectAccessible, expectAccessibleSize } from './axe'
import { expect, test, type Server } from './fixtures'
import { storeSession, type People, type Person } from './people'
import { readShifts } from './shifts'

// WCAG 2.2: text grows to 200 % (1.4.4), and a column of 320 px is enough without scrolling sideways (1.4.10).

const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date()).slice(0, 7)

type Action = (page: Page) => Promise<unknown>

/** Of several, the last one, which is in the dialog. */
const press =
  (name: string | RegExp, where: 'button' | 'tab' | 'dialog' = 'button'): Action =>
  (page) =>
    where === 'dialog'
      ? page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
      : page.getByRole(where, { name }).last().click()
const fill =
  (label: string | RegExp, text: string): Action =>
  (page) =>
    page.getByLabel(label).last().fill(text)
const key =
  (name: string): Action =>
  (page) =>
    page.keyboard.press(name)

const follow =
  (name: string | RegExp): Action =>
  (page) =>
    page.getByRole('link', { name }).last().click()

type Who = 'visitor' | 'waiting' | 'suspended' | 'customer' | 'staff'
/** What else the screen shows, and the actions that lead there from the state before. */
type State = [shown: string | RegExp, ...Action[]]
type Screen = { path: string; title?: string; states?: State[]; logs?: string[] }

const screens: Record<Who, Screen[]> = {
  visitor: [
    {
      path: paths.auth,
      states: [
        ['Forgot your PIN?', press('Forgotten details?')],
        ['Please enter your registered email', press('Send Request')],
        ['Please enter a 5-digit security PIN', press('Cancel'), fill(/PIN/, '123'), key('Enter')],
        ['Create Account', press(/Sign up/)],
        ['Please enter your full name', press('Sign Up')],
      ],
    },
    { path: '/no/such/page', logs: ['404: no such page /no/such/page'] },
    { path: paths.freeze },
    { path: paths.privacy },
    { path: paths.accessibility },
    {
      path: `${paths.newPin}#${'ab'.repeat(32)}`,
      states: [
        ['Enter a 5-digit PIN.', press('Set my new PIN')],
        [
          'This link no longer works',
          fill(/^Your new PIN/, '48317'),
          fill('Repeat your new PIN', '48317'),
          press('Set my new PIN'),
        ],
      ],
    },
  ],
  waiting: [{ path: paths.pendingApproval }],
  suspended: [
    {
      path: paths.home,
      // The app asks for the account before it knows that the user is suspended.
      logs: ['Failed to load resource: the server responded with a status of 401 (Unauthorized)'],
      states: [
        ['Write to us. A person answers.', follow('Write to us')],
        ['Waiting for an agent to join...', fill('Write a message', 'Why?'), key('Enter')],
        ['Choose what it is about.', press('Back'), follow('Complain'), press('Send complaint')],
        ['0 entries', press('Back'), follow('Your statements')],
        ['Download PDF', follow(/0 entries/)],
      ],
    },
  ],
  customer: [
    {
      path: paths.home,
      states: [
        [/You sent £1,234\.56/, press('Mailbox')],
        ['No notifications', press('Clear all')],
        ['I have forgotten my PIN', key('Escape'), press('Help centre')],
        ['More options', key('Escape'), press('More options')],
      ],
    },
    {
      path: paths.payTransfer,
      states: [
        ['Add new payee', press(/^Pay\b/)],
        ['Transfer Between Accounts', press('Close'), press(/^Transfer\b/)],
        ['Please fill in recipient and amount.', press('Continue')],
        [
          'Confirm Payment',
          fill('Recipient', 'Olive Outside'),
          fill('Sort code', '200000'),
          fill('Account number', '12345678'),
          fill(/^Amount/, '25'),
          press('Continue'),
        ],
      ],
    },
    { path: paths.paymentDetails },
    {
      path: paths.transactions,
      states: [
        ['Transaction Details', press(/Bartholomew/)],
        ['Search transactions', key('Escape'), press('Search')],
        [
          'The highest amount is below the lowest.',
          press('Filters'),
          fill('Lowest amount (£)', '2'),
          fill('Highest amount (£)', '1'),
          press('Show results'),
        ],
        ['1 transaction found', fill('Highest amount (£)', '2000'), press('Show results')],
        ['Nothing found', fill('Name, reference or amount', 'no such payee')],
        [
          'How did they reach you?',
          fill('Name, reference or amount', 'Bartholomew'),
          press(/Bartholomew/),
          press('Something wrong?'),
          press('I was tricked into paying'),
        ],
        ['What happened?', press('Back')],
        ['How did they reach you?', press('I was tricked into paying')],
        ["Tell us who. If you don't know, write so.", press('They phoned me'), press('Continue')],
        [
          'Is this right?',
          fill('A name, a company or a friend', 'Pat'),
          press('Continue'),
          fill('In your own words', 'That I owe it'),
          press('Continue'),
        ],
      ],
    },
    {
      path: paths.openSavings,
      states: [
        ['Enter a name for the account.', press('Open account')],
        [
          'Money you move or receive will appear here.',
          fill('Name', 'Holiday'),
          fill('Goal (£)', '500'),
          press('Open account'),
        ],
        ['It moves at once.', press('Move money in')],
        ['Enter an amount above £0, such as 10.99.', key('Escape'), press('New regular move'), press('Set up')],
        [
          /^We can't see regular pay in your account yet\./,
          (page) => page.getByLabel('How often').selectOption('On payday'),
        ],
        ['Money leaves this account', key('Escape'), press(/^Protected savings/)],
        ['Download certificate', key('Escape'), press(/^Interest/)],
        ['Manage Holiday', key('Escape'), press('Manage')],
        [/^A closed account can't be opened again\./, press('Close account', 'dialog')],
      ],
    },
    { path: paths.statements },
    { path: statementPath(month), title: 'the statement of this month' },
    {
      path: paths.cards,
      states: [
        [/^4659 \d{4} \d{4} \d{4}$/, press('Show card number')],
        [/5 digits|5-digit/, press('View PIN'), fill('Security PIN', '12'), press('View PIN')],
        ['Gambling', key('Escape'), press('Card Settings')],
        [/^What happened/, press('Lost or stolen')],
      ],
    },
    { path: paths.insights },
    { path: paths.more, states: [[/ yet\b/, press('More support')]] },
    {
      path: paths.settings,
      states: [
        [
          /^Please enter an email address/,
          press(/^Notifications/),
          fill('Notification Email', 'at home'),
          press('Save Settings'),
        ],
        ['Daily limit (£)', key('Escape'), press(/^Payments: limits/)],
        ['Change PIN', key('Escape'), press(/^Sign-in/)],
      ],
    },
    {
      path: paths.accountManagement,
      states: [
        [/Bartholomew/, press('Transactions', 'tab')],
        ['Delete this transaction?', press(/^Delete Bartholomew/)],
        ['Enter an amount.', press('Cancel'), press('Add Transaction'), press('Add Transaction', 'dialog')],
      ],
    },
    {
      path: paths.scheduledPayments,
      states: [
        ['Delete this scheduled payment?', press(/^Delete Grandma/)],
        ['Schedule Incoming Payment', press('Cancel'), press('Schedule New Payment')],
        ['Choose a date.', press('Schedule Payment')],
        [
          /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/,
          press(/^Scheduled Date/),
        ],
      ],
    },
    { path: paths.regularPayments },
    {
      path: paths.managePayments,
      states: [
        ['Pay', press(/^More for Bartholomew/)],
        ['Delete this recipient?', press('Delete')],
        ['No saved recipients yet', press('Delete')],
      ],
    },
    {
      path: paths.profile,
      states: [["< and > can't be used.", fill('Full Name', '<Anastasia>'), press('Update Name')]],
    },
    {
      path: paths.chat,
      states: [
        ['End this chat?', press('End Chat')],
        ['Help getting started', press('End Chat', 'dialog')],
      ],
    },
    { path: paths.branchSupport },
    { path: paths.cases },
    {
      path: paths.complaint,
      states: [
        ['Choose what it is about.', press('Send complaint')],
        [
          /^We'll answer by /,
          (page) => page.getByLabel('What is it about?').selectOption('The app'),
          fill('What happened?', 'It was down'),
          press('Send complaint'),
        ],
      ],
    },
  ],
  staff: [
    { path: paths.admin },
    { path: paths.adminChat },
    {
      path: paths.adminTransactions,
      states: [
        [
          'The highest amount is below the lowest.',
          press(/^Filter/),
          fill('Lowest amount (£)', '2'),
          fill('Highest amount (£)', '1'),
          press('Search'),
        ],
        [
          'What happened',
          press('Clear'),
          (page) =>
            page
              .getByRole('table', { name: 'All User Transactions' })
              .getByRole('row')
              .getByRole('button')
              .first()
              .click(),
        ],
        ['No transactions found', key('Escape'), fill('Search transactions', 'no such payment'), press('Search')],
      ],
    },
    { path: paths.adminRepair },
    { path: paths.adminBetweenBanks },
    {
      path: paths.adminUsers,
      states: [
        [/^PIN must be exactly 5 digits/, press(/^Edit/), fill('5-Digit Login PIN', '12'), press('Save Changes')],
        ['Send all PINs?', press('Cancel'), press('Send All PINs')],
        ['Add note', press('Cancel'), follow('Clementine Tester')],
        ['New balance (£)', press(/^Edit balance of/)],
      ],
    },
    { path: paths.adminManagement },
    { path: paths.adminAudit },
    { path: paths.adminTranscripts },
    { path: paths.adminApprovals },
    { path: paths.adminCases, states: [['Send an update', follow('Complaint')]] },
    { path: paths.adminJobs },
    { path: paths.adminRules },
    { path: paths.adminInterest, states: [['Choose the first day.', press('Ask a Second Super Admin')]] },
  ],
}

const people: Record<Who, (people: People, server: Server) => Promise<Person | null>> = {
  visitor: () => Promise.resolve(null),
  waiting: (all) => all.signUp('Anastasia'),
  async suspended(all) {
    const person = await all.customer('Anastasia')
    await all.suspend(person)
    return person
  },
  async customer(all, server) {
    const [person, payee] = [await all.customer('Anastasia'), await all.customer('Bartholomew')]
    // Home keeps the place of three.
    for (const [amount, reference] of [
      ['1.50', 'TEA'],
      ['1.25', 'CAKE'],
      ['1234.56', 'RENT AND COUNCIL T'],
    ] as const)
      await all.pay(person, payee, amount, reference)
    await hasWaitingRows(server, person)
    return person
  },
  async staff(all, server) {
    const person = await all.customer('Anastasia')
    await all.signUp('Bartholomew')
    const payee = await all.customer('Clementine')
    await all.pay(person, payee, '1234.56', 'RENT AND COUNCIL T')
    const client = await signInAs(server, payee)
    await client.rpc('open_complaint', { p_topic: 'app', p_said: 'It was down', p_wish: 'An apology' }).throwOnError()
    await client.rpc('open_savings_account', { p_name: 'Holiday', p_colour: 'green' }).throwOnError()
    await server.sql`insert into private.interest_rates (starts_on, rate) values ('2026-01-01', 4.25) on conflict do nothing`
    await all.makeAdmin(person)
    await all.makeSuperAdmin(person)
    return person
  },
}

/** A chat with a message that is too wide for a line, and a cheque that is not credited yet. */
async function hasWaitingRows({ sql }: Server, person: Person) {
  await sql`
    with chat as (
      insert into public.chat_conversations (user_id, status) values (${person.id}, 'agent_assigned') returning id
    )
    insert into public.chat_messages (conversation_id, sender_type, message)
    select id, 'agent', ${`See ${'x'.repeat(300)} and ${'many words '.repeat(60)}`} from chat`
  await sql`
    insert into public.scheduled_payments
      (user_id, to_account_id, from_name, amount, created_at, scheduled_for, processed)
    select user_id, id, 'Grandma Featherstonehaugh-Cholmondeley', 4999.99, now() - interval '2 days', now() + due,
      due < '0'
    from public.accounts, unnest(array['-1 day', '1 day']::interval[]) due where user_id = ${person.id}`
}

/** Texts outside the viewport's width, or cut off by a box, and amounts on two lines. */
async function lostWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      const words = node.textContent?.trim() ?? ''
      if (element === null || words === '' || !element.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const parents: Element[] = []
      for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) parents.push(parent)
      const isForScreenReaders = parents.some(
        (parent) => parent.matches('.sr-only') || parent.getBoundingClientRect().width <= 1,
      )
      // The two rows of the staff navigation scroll in their own frames.
      const isScrolled = element.closest('nav.overflow-x-auto') !== null
      if (isForScreenReaders || isScrolled) continue
      // Lists cut long texts with an ellipsis; the details show them whole.
      const isShortened = (parent: Element) => {
        const { textOverflow, webkitLineClamp } = getComputedStyle(parent)
        return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      }
      if (parents.some(isShortened)) continue
      if (box.right > width + 1 || box.left < -1) found.push(words)
      if (/^[+-]?£[\d,.]+$/.test(words) && range.getClientRects().length > 1) found.push(`broken: ${words}`)
      let scrollsDown = false
      for (const parent of parents) {
        const { overflowX, overflowY } = getComputedStyle(parent)
        const frame = parent.getBoundingClientRect()
        const cutsAcross = overflowX === 'hidden' || overflowX === 'clip'
        scrollsDown ||= overflowY === 'auto' || overflowY === 'scroll'
        const cutsDown = !scrollsDown && (overflowY === 'hidden' || overflowY === 'clip')
        if ((cutsAcross && box.right > frame.right + 1) || (cutsDown && box.bottom > frame.bottom + 1))
          found.push(`cut: ${words}`)
      }
    }
    return found
  })
}

/** The screen has loaded. Opened without a payment, the payment details say 'Loading...', as specified. */
async function expectLoaded(page: Page, path: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Loading\b/)).toHaveCount(path === paths.paymentDetails ? 1 : 0)
}

/** One frame for all screens of a customer: a click in the navigation moves neither the title nor the left edge. */
async function expectFrame(page: Page) {
  const frame = () =>
    page.evaluate(() => {
      const boxOf = (node: Node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect()
      }
      const isPainted = (element: Element) => {
        const { backgroundColor, borderLeftWidth } = getComputedStyle(element)
        return backgroundColor !== 'rgba(0, 0, 0, 0)' || borderLeftWidth !== '0px'
      }
      const title = boxOf(document.querySelector('h1')!)
      // Bars at the top and bottom are wider than the content.
      const boxes = [...document.querySelectorAll('main *')].filter(
        (element) => isPainted(element) && element.closest('header, .sticky.bottom-0, .sr-only') === null,
      )
      return {
        title: [Math.floor(title.left), Math.floor(title.top)],
        left: Math.min(...boxes.map((box) => Math.round(box.getBoundingClientRect().left))),
      }
    })
  await expect.poll(frame).toEqual({ title: [296, 23], left: 296 })
}

async function expectNothingLost(page: Page) {
  // The app renders again for another width.
  await expect.poll(() => lostWords(page)).toEqual([])
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}

/** Text of twice the size on the narrowest screen. */
async function expectReflow(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 })
  const largeText = await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expectNothingLost(page)
  await expectAccessibleSize(page)
  await largeText.evaluate((style) => style.parentElement?.removeChild(style))
  await page.setViewportSize({ width: 390, height: 844 })
}

async function expectScreenAccessible(page: Page, who: Who, { path, states = [] }: Screen) {
  await page.goto(path)
  await expectLoaded(page, path)
  if (who === 'customer' || who === 'suspended') expect(await readShifts(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  if (who === 'customer') await expectFrame(page)
  await expectNothingLost(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNothingLost(page)
  await expectAccessibleSize(page)
  await expectReflow(page)
  // The other theme was checked on the desktop, with the same colours.
  await expectAccessible(page, { isDarkToo: false })
  for (const [shown, ...actions] of states) {
    for (const act of actions) await act(page)
    await expect(page.getByText(shown).last()).toBeVisible()
    await expectAccessible(page)
    await expectReflow(page)
  }
}

/** What a page writes to the console as an error, and its uncaught errors and unhandled rejections. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

/** A test of one screen would spend half of its time on its person and on a window that has compiled neither the app nor axe. */
const screensPerTest = 6

for (const who of ['visitor', 'waiting', 'suspended', 'customer', 'staff'] as const) {
  for (let first = 0; first < screens[who].length; first += screensPerTest) {
    const group = screens[who].slice(first, first + screensPerTest)
    const titles = group.map(({ path, title = path }) => title)
    test(`${who}: accessible on each size of screen: ${titles.join(', ')}`, async ({ page, people: all, server }) => {
      // Up to six screens, which takes long.
      test.slow()
      const person = await people[who](all, server)
      const errors = errorsOf(page)
      if (person !== null) await storeSession(page, person)
      for (const [index, screen] of group.entries())
        await test.step(titles[index] ?? screen.path, async () => {
          await expectScreenAccessible(page, who, screen)
          expect(errors.splice(0)).toEqual(screen.logs ?? [])
        })
    })
  }
}

test('the table of screens names every path of the app', () => {
  const named = Object.values(screens).flatMap((all) => all.map(({ path }) => path.replace(/#.*/, '')))
  expect(named).toEqual(expect.arrayContaining(Object.values(paths)))
})
