/** What the customer asks for. */
export type Intent =
  | 'start'
  | 'card problem'
  | 'security'
  | 'activate card'
  | 'last transaction'
  | 'recent transactions'
  | 'balance'
  | 'insights'
  | 'card'
  | 'freeze card'
  | 'payees'
  | 'limits'
  | 'account details'
  | 'pin'
  | 'how to pay'
  | 'statements'
  | 'scheduled payments'
  | 'regular payments'
  | 'change details'
  | 'greeting'
  | 'thanks'
  /** The intents that only an agent can serve. */
  | 'urgent'
  | 'person'
  | 'unknown'

// The first match counts. Requests for an agent come before questions that contain the same words.
const rules: [Intent, RegExp][] = [
  [
    'urgent',
    /\b(?:lost|stolen|stole|missing)\b.*\b(?:card|phone|wallet)\b|\b(?:card|phone|wallet)\b.*\b(?:lost|stolen|missing)\b/,
  ],
  ['urgent', /\b(?:didn't|did not|never|don't|do not) (?:make|authori[sz]e|recogni[sz]e)\b|\bunauthori[sz]ed\b/],
  ['urgent', /\b(?:been|was|got) (?:scammed|hacked|robbed|tricked|defrauded)\b|\bknows my pin\b/],
  ['freeze card', /\b(?:un)?freez\w*\b.*\bcard\b|\bcard\b.*\b(?:freez\w*|frozen)\b/],
  ['urgent', /\b(?:block|cancel|stop)\b.*\bcard\b/],
  ['regular payments', /\b(?:standing orders?|(?:regular|recurring|future) (?:payments?|transfers?))\b/],
  ['scheduled payments', /\b(?:schedul\w+|cheques?)\b/],
  ['person', /\b(?:refund|dispute|recall|reverse|undo|cancel|stop)\b.*\b(?:payment|transfer|transaction|money)\b/],
  [
    'person',
    /\b(?:get|want|need)\b.*\b(?:payment|money)\b.*\bback\b|\b(?:refund|chargeback)\b|\b(?:not|n't) arrived\b/,
  ],
  ['person', /\bwrong (?:person|account|payee|recipient|amount)\b|\bcomplain\w*\b/],
  ['person', /\bbereave\w*\b|\b(?:died|deceased)\b|\bfinancial (?:difficult\w*|hardship)\b/],
  ['person', /\b(?:new|replace|replacement|order|second|broken|damaged)\b.*\bcard\b/],
  ['person', /\b(?:close|delete|open)\b.*\baccount\b|\b(?:second|joint|savings|business) account\b/],
  ['person', /\b(?:overdraft|loans?|mortgages?|credit cards?|isas?|direct debits?)\b/],
  [
    'person',
    /\b(?:speak|talk|chat) (?:to|with) (?:you|some|a|an|the|your)\w*\b|\b(?:someone|somebody) (?:to )?(?:call|contact|help)\b/,
  ],
  ['person', /\b(?:representative|advis[eo]r|customer services?|call me|(?:tele)?phone number)\b/],

  ['activate card', /\bactivat\w+\b/],
  ['card problem', /\bcard\b.*\b(?:work|works|working|declined|refused|rejected|problem|issue|trouble)\b/],
  ['card problem', /\b(?:problem|issue|trouble|declined)\b.*\bcard\b/],
  ['statements', /\bstatements?\b/],
  ['payees', /\b(?:payees?|recipients?|beneficiar\w+)\b|\bwho (?:have|did|do) i (?:paid|pay)\b/],
  ['last transaction', /\b(?:last|latest|newest|most recent) (?:transaction|payment|transfer|purchase)\b/],
  ['recent transactions', /\btransactions\b|\b(?:last|latest|recent|previous)\b.*\b(?:payments|transfers|purchases)\b/],
  ['insights', /\b(?:spent|spending|insights)\b|\bhow much (?:did|have|do) i spen[dt]\b/],
  [
    'recent transactions',
    /\b(?:did|have) i (?:last )?(?:pay|paid|send|sent|spend|buy)\b|\bpaid me\b|\bhave i been paid\b|\bhistory\b/,
  ],
  ['last transaction', /\btransaction\b/],
  [
    'limits',
    /\blimits?\b|\b(?:maximum|most)\b.*\b(?:send|pay|transfer|payment)\b|\bhow much can i (?:send|pay|transfer)\b/,
  ],
  ['balance', /\bbalance\b|\bhow much\b.*\b(?:have|got|left|spend|account)\b|\b(?:available|my) (?:funds|money)\b/],
  ['account details', /\bsort code\b|\baccount (?:number|details)\b|\biban\b/],
  ['pin', /\b(?:pin|password|passcode)\b/],
  ['card', /\bcards?\b/],
  ['security', /\b(?:secur\w+|safe|safety|scams?|fraud\w*|phishing|suspicious|hack\w*)\b/],
  ['how to pay', /\b(?:pay|send|transfer)\b|\bmake a payment\b/],
  ['change details', /\b(?:change|update|edit)\b.*\b(?:name|e-?mail|address|details)\b/],
  ['start', /\bget(?:ting)? started\b|\bhelp\b|\bwhat can (?:you|i) do\b|\bhow does (?:this|it) work\b/],
  ['thanks', /\b(?:thanks?|thank you|cheers|bye|goodbye)\b/],
  ['greeting', /^(?:hi|hiya|hello|hey|good (?:morning|afternoon|evening))\b/],
]

export function intentOf(text: string): Intent {
  const plain = text
    .normalize('NFKC')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
  return rules.find(([, words]) => words.test(plain))?.[0] ?? 'unknown'
}
