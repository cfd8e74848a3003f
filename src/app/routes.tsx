import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { areaPart } from './areaPart'
import { areas, screens, type Area } from './areas'
import { RootLayout } from './RootLayout'

const { visitor, customer, staff } = areas

const routesOf = (rows: typeof screens.staff): RouteObject[] =>
  rows.map(({ path, component }) => ({ path, Component: component(areaPart) }))

/** A guard or layout around several screens. */
function shared<Name extends string>(
  area: Area<Record<Name, ComponentType>>,
  name: Name,
  children: RouteObject[],
): RouteObject {
  return { Component: areaPart(area, name), children }
}

/** The screens with their guards and layouts. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    children: [
      shared(visitor, 'VisitorsOnly', routesOf(screens.visitors)),
      shared(customer, 'PersonalData', [
        shared(customer, 'PendingOnly', routesOf(screens.pending)),
        shared(customer, 'CustomersAndVisitors', [
          shared(customer, 'MainLayout', routesOf(screens.customersAndVisitors)),
        ]),
        shared(customer, 'CustomersOnly', [
          shared(customer, 'MainLayout', routesOf(screens.customers)),
          shared(staff, 'StaffLayout', [shared(staff, 'StaffOnly', routesOf(screens.staff))]),
        ]),
        ...routesOf(screens.everyone),
      ]),
    ],
  },
]
