import { brand } from '@/brand'
import type { Letter } from '@/features/money/statements/shared'
import { formatDay } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { formatSortCode } from '@/lib/sortCode'
import type { Certificate } from './queries'
import { interestCopy } from './copy'

/** The letter that a customer passes on to the tax office. `today` as 'YYYY-MM-DD'. */
export function certificateLetter(certificate: Certificate, address: string[], today: string): Letter {
  const { from, until, holder_name: holderName, accounts, total } = certificate
  return {
    title: interestCopy.certificate.title,
    before: [
      `This is the interest that ${brand.name} paid on savings accounts in the tax year from ${formatDay(from)} to ${formatDay(until)}.`,
    ],
    facts: [
      { name: 'Account holder', value: holderName },
      ...(address.length > 0 ? [{ name: 'Address', value: address.join(', ') }] : []),
      ...accounts.map(({ name, sort_code: sortCode, account_number: number, interest }, place) => ({
        name: place === 0 ? 'Interest paid' : '',
        value: `${formatPence(interest)} to ${name}, ${formatSortCode(sortCode)} ${number}`,
      })),
      { name: 'Total', value: formatPence(total) },
      { name: 'Tax taken off', value: formatPence(0) },
    ],
    after: [
      ...(today <= until
        ? ['This tax year has not ended. The certificate has what we paid until the day on which it was created.']
        : []),
      'The account holder created it in the app from our records.',
      `Questions about this certificate: ${brand.supportEmail}`,
      brand.name,
    ],
  }
}
