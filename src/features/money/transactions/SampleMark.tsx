import { Tag } from '@/components/Tag'

/** Marks a row that is an example and no transaction of the customer. */
export function SampleMark() {
  return <Tag>Sample</Tag>
}
