export { categories, isCategory, toCategory, type Category } from './categories'
export { CategoryIcon } from './CategoryIcon'
