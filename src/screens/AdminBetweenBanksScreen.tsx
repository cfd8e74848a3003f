import { StaffScreen } from '@/components/StaffScreen'
import { BankPaymentList } from '@/features/between-banks/BankPaymentList'
import { BankTotals } from '@/features/between-banks/BankTotals'
import { betweenBanksCopy } from '@/features/between-banks/copy'

export function AdminBetweenBanksScreen() {
  return (
    <StaffScreen title={betweenBanksCopy.title} subtitle={betweenBanksCopy.subtitle}>
      <BankTotals />
      <BankPaymentList />
    </StaffScreen>
  )
}
