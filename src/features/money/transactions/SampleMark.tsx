import type { Transaction } from './queries'
import { Tag } from '@/components/Tag'

/** Apart from the sample rows, which the first screens do not download. */
export const isSample = ({ id }: Transaction) => id.startsWith('sample-')

/** Marks a row that is an example and no transaction of the customer. */
export function SampleMark() {
  return <Tag>Sample</Tag>
}
