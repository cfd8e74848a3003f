import { StaffScreen } from '@/components/StaffScreen'
import { BankPaymentList } from '@/features/staff/between-banks/BankPaymentList'
import { BankTotals } from '@/features/staff/between-banks/BankTotals'
import { betweenBanksCopy } from '@/features/staff/between-banks/copy'

export function AdminBetweenBanksScreen() {
  return (
    <StaffScreen title={betweenBanksCopy.title} subtitle={betweenBanksCopy.subtitle}>
      <BankPaymentList />
      <BankTotals />
    </StaffScreen>
  )
}
