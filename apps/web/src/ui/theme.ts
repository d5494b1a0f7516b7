import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { brand, standardBrand } from './brand.ts'

/** `typeface.css` has the first two. */
const fonts = '"Source Sans 3", "Source Sans 3 Fallback", system-ui, sans-serif, "Apple Color Emoji", "Segoe UI Emoji"'

/** Beside each other in a form or a row: as high, and with labels as large. */
const ofOneSize = [
  'Button',
  'Checkbox',
  'CheckboxGroup',
  'FileInput',
  'MultiSelect',
  'NativeSelect',
  'NumberInput',
  'PasswordInput',
  'Radio',
  'RadioGroup',
  'SegmentedControl',
  'Switch',
  'TagsInput',
  'Textarea',
  'TextInput',
]

export const theme = createTheme({
  primaryColor: 'accent',
  // The lightest shade that gives white text a contrast of 7 : 1.
  primaryShade: 8,
  // `accent` follows the brand (in styles: --mantine-primary-color-…); `teal` means "good" in every brand.
  colors: { accent: brand.accent, teal: standardBrand.accent },
  black: '#14242b',
  fontFamily: fonts,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A hint above the field would misalign it with its neighbour.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        width: 280,
        shadow: 'md',
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    ...Object.fromEntries(ofOneSize.map((name) => [name, { defaultProps: { size: 'md' } }])),
  },
})

/** Mantine's own greys, red and yellow are too light for small text (WCAG AA requires 4.5 : 1). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f5f8f8',
    '--mantine-color-dimmed': '#51636b',
    '--mantine-color-placeholder': '#64757c',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': 'var(--mantine-primary-color-8)',
    '--mantine-color-default-border': '#82949b',
    '--mantine-color-yellow-light-color': 'var(--fonema-warning)',
    // Of buttons under the pointer.
    '--mantine-color-red-light-color': '#b3261e',
    '--mantine-color-red-light-hover': '#ffe3e3',
  },
  dark: {},
})

const nonceMeta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

/** The nonce that the server put into this page; every style element created later must carry it. */
export const styleNonce = (): string => nonceMeta?.nonce ?? ''

// react-remove-scroll (modals, menus) reads this global for its style element.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
