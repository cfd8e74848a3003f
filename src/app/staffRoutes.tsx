import type { RouteObject } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { screen } from './screenRoute'

const comingSoon = async () => (await import('@/screens/ComingSoonScreen')).ComingSoonScreen

/** The back office's part of the route table. */
export const staffRoutes: RouteObject[] = [
  screen(paths.adminChat, comingSoon),
  screen(paths.adminTransactions, comingSoon),
  screen(paths.adminRepair, comingSoon),
  screen(paths.adminUsers, comingSoon),
  screen(paths.adminManagement, comingSoon),
]
