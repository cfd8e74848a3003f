import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'

/** [light, dark]. Text on its own surface keeps at least 4.5:1, borders of controls 3:1. */
export const colours = {
  page: ['#f6f7f5', '#0d1310'],
  card: ['#ffffff', '#161d19'],
  sunken: ['#edf0ec', '#101613'],
  ink: ['#14201a', '#eef3ef'],
  muted: ['#4f5d55', '#a9b6ae'],
  line: ['#dde3de', '#2b362f'],
  control: ['#77857d', '#738379'],
  brand: ['#14532d', '#7ddba0'],
  'brand-strong': ['#0e3d21', '#a4e9bd'],
  'brand-soft': ['#e2f1e7', '#1b3325'],
  'on-brand': ['#ffffff', '#06240f'],
  hero: ['#14532d', '#17432b'],
  'hero-end': ['#1d6b3d', '#1f5a39'],
  'on-hero': ['#f3fbf5', '#f0f8f2'],
  'on-hero-muted': ['#c9e6d3', '#bcdcc8'],
  care: ['#7a4b00', '#fcd57a'],
  'care-soft': ['#fdf1d0', '#372a0b'],
  danger: ['#b42318', '#ff9b91'],
  'danger-soft': ['#fdebe9', '#3a1714'],
  'on-danger': ['#ffffff', '#3a0b07'],
  scrim: ['rgb(8 20 13 / 0.5)', 'rgb(0 0 0 / 0.65)'],
  incoming: ['#166534', '#86e0a8'],
  // Behind and for the initials of names and the icons of categories.
  'tint-green': ['#d9f0e1', '#1b3a29'],
  'on-tint-green': ['#14532d', '#a4e9bd'],
  'tint-blue': ['#dceafb', '#1a2f4a'],
  'on-tint-blue': ['#1d3f7a', '#b7d3fb'],
  'tint-violet': ['#e9e2fb', '#2e2450'],
  'on-tint-violet': ['#4c2d91', '#d3c4fb'],
  'tint-amber': ['#fbecc8', '#3d2e0a'],
  'on-tint-amber': ['#6b4200', '#fbdc8e'],
  'tint-rose': ['#fbdfe6', '#44202b'],
  'on-tint-rose': ['#8c1d40', '#fbc0cf'],
  'tint-teal': ['#d3f0ef', '#12383a'],
  'on-tint-teal': ['#0f4f52', '#a3e6e6'],
} as const

/** Buttons and inputs: the customers' for a finger, those of the back office for a mouse. */
const controls = {
  customer: {
    '--control-height': '3rem',
    '--control-space': '0.5rem',
    '--button-size': '1rem',
    '--button-space': '1.25rem',
    '--section-size': '1.125rem',
  },
  staff: { '--button-size': '0.875rem', '--button-space': '1rem' },
  staffDesktop: { '--control-height': '2.25rem', '--control-space': '0.25rem', '--section-size': '1rem' },
}

const sizes = {
  large: { fontSize: 'min(2.25rem, 10vw)', lineHeight: '1.25', fontWeight: '600' },
  small: { fontSize: '0.875rem', lineHeight: '1.25rem' },
}

/**
 * What a text is decides how it looks: `text-title`. The build refuses sizes and weights beside these roles
 * (build/textRoles.ts). A colour beside a role replaces its tone. On a small phone large text shrinks before it breaks a word.
 */
export const textRoles: Record<string, Record<string, string>> = {
  /** The sum that a screen is about. */
  figure: { ...sizes.large, letterSpacing: '-0.025em' },
  /** A PIN or a code to read or type. */
  code: { ...sizes.large, letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' },
  /** The heading of a screen on desktops, and of one without a header. */
  headline: { fontSize: 'min(1.75rem, 9vw)', lineHeight: '1.25', fontWeight: '600', letterSpacing: '-0.025em' },
  /** The heading of a screen or a dialog. */
  title: { fontSize: 'min(1.25rem, 7.2vw)', lineHeight: '1.4', fontWeight: '600' },
  /** The heading of a part of it. */
  section: { fontSize: 'var(--section-size)', lineHeight: '1.5rem', fontWeight: '600' },
  /** The name of a field or a group of rows. */
  label: { ...sizes.small, fontWeight: '500' },
  /** What explains the text above or beside it. */
  secondary: { ...sizes.small, fontWeight: '400', color: 'var(--muted)' },
  /** A time, a counter or a note on a picture. */
  caption: { fontSize: '0.75rem', lineHeight: '1rem', fontWeight: '400', color: 'var(--muted)' },
  /** What a button says. */
  button: { fontSize: 'var(--button-size)', lineHeight: '1.5', fontWeight: '600' },
  /**
   * Text inside of something smaller, and what is typed. It sets all that a role sets: so Tailwind writes it before the
   * others, and an input can have another role.
   */
  body: {
    fontSize: '1rem',
    lineHeight: '1.5rem',
    fontWeight: '400',
    letterSpacing: '0',
    fontVariantNumeric: 'normal',
  },
  /** Text of a table, a list of facts or a box. */
  small: sizes.small,
  // In the size of the text around it:
  /** What a row or a choice is called. */
  name: { fontWeight: '500' },
  /** What must not be missed. */
  strong: { fontWeight: '600' },
  /** Money and figures. */
  amount: { fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
}

const names = Object.keys(colours) as (keyof typeof colours)[]
const variables = (theme: 0 | 1) => Object.fromEntries(names.map((name) => [`--${name}`, colours[name][theme]]))

export default {
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(names.map((name) => [name, `var(--${name})`])),
    },
    // Sizes and weights come only as roles.
    fontSize: {},
    fontWeight: {},
    letterSpacing: {},
    lineHeight: {},
    borderRadius: { none: '0', sm: '8px', DEFAULT: '12px', lg: '20px', full: '9999px' },
    boxShadow: { card: '0 1px 2px rgb(10 30 18 / 0.05), 0 6px 20px rgb(10 30 18 / 0.06)' },
    fontFamily: {
      sans: ['system-ui', '-apple-system', 'Segoe UI', 'Roboto', 'Helvetica Neue', 'Arial', 'sans-serif'],
    },
    transitionDuration: { DEFAULT: '160ms' },
  },
  plugins: [
    plugin(({ addVariant }) => {
      addVariant('short', '@media (height < 44rem)')
      // Beside other columns, large text leaves a small phone one letter of a name a line.
      addVariant('narrow', '@container (width < 13rem)')
    }),
    plugin(({ addBase, addUtilities }) => {
      addUtilities(Object.fromEntries(Object.entries(textRoles).map(([role, look]) => [`.text-${role}`, look])))
      addBase({
        ':root': { 'color-scheme': 'light dark', ...controls.customer, ...variables(0) },
        // Also for dialogs, which are outside of the layout.
        ':root:has([data-back-office])': controls.staff,
        '@media (width >= 64rem)': { ':root:has([data-back-office])': controls.staffDesktop },
        // The settings can choose another theme than the device's. Paper is white, also for those who read at night.
        '@media screen and (prefers-color-scheme: dark)': { ':root:not([data-theme=light])': variables(1) },
        '@media screen': { ':root[data-theme=dark]': { 'color-scheme': 'dark', ...variables(1) } },
        ':root[data-theme=light]': { 'color-scheme': 'light' },
      })
    }),
  ],
} satisfies Config
