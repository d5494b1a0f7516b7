import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { brand, standardBrand } from './brand.ts'

/** `typeface.css` has the first two. */
const fonts = '"Source Sans 3", "Source Sans 3 Fallback", system-ui, sans-serif, "Apple Color Emoji", "Segoe UI Emoji"'

export const theme = createTheme({
  primaryColor: 'accent',
  // The lightest shade that gives white text a contrast of 7 : 1.
  primaryShade: 8,
  // `accent` follows the brand (in styles: --mantine-primary-color-…); `teal` means "good" in every brand.
  colors: { accent: brand.accent, teal: standardBrand.accent },
  black: '#14242b',
  fontFamily: fonts,
  headings: {
    fontFamily: fonts,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.35' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
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
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
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
