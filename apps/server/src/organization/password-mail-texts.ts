import type { PasswordMail } from '../auth/password-tokens.ts'

type Wording = {
  /** `product`: the product's name at the address that the link leads to. */
  subject: (product: string) => string
  text: (mail: { name: string; organization: string; product: string; link: string }) => string
}

const lines = (...parts: string[]) => parts.join('\n\n')

/** The mails in the language of whom they are for. */
export const passwordMails: Record<'es' | 'en' | 'pt' | 'fr', Record<PasswordMail['purpose'], Wording>> = {
  es: {
    reset: {
      subject: (product) => `Restablecer la contraseña de ${product}`,
      text: ({ name, link }) =>
        lines(
          `Hola, ${name}:`,
          'Se pidió una contraseña nueva para su cuenta. Puede definirla con este enlace durante la próxima hora:',
          link,
          'Si no la pidió, no hace falta que haga nada: su contraseña sigue siendo la misma.',
        ),
    },
    welcome: {
      subject: (product) => `Su cuenta de ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Hola, ${name}:`,
          `${organization} creó una cuenta de ${product} para usted. Defina su contraseña con este enlace en los próximos siete días:`,
          link,
        ),
    },
  },
  en: {
    reset: {
      subject: (product) => `Reset your ${product} password`,
      text: ({ name, link }) =>
        lines(
          `Hello, ${name}:`,
          'A new password was requested for your account. You can set it with this link within the next hour:',
          link,
          'If it was not you, there is nothing to do: your password stays the same.',
        ),
    },
    welcome: {
      subject: (product) => `Your ${product} account`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Hello, ${name}:`,
          `${organization} has created a ${product} account for you. Set your password with this link within the next seven days:`,
          link,
        ),
    },
  },
  pt: {
    reset: {
      subject: (product) => `Redefinir a senha do ${product}`,
      text: ({ name, link }) =>
        lines(
          `Olá, ${name}:`,
          'Foi pedida uma nova senha para a sua conta. É possível defini-la com este link durante a próxima hora:',
          link,
          'Se não foi você, não é preciso fazer nada: a senha continua a mesma.',
        ),
    },
    welcome: {
      subject: (product) => `Sua conta do ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Olá, ${name}:`,
          `${organization} criou uma conta do ${product} para você. Defina a senha com este link nos próximos sete dias:`,
          link,
        ),
    },
  },
  fr: {
    reset: {
      subject: (product) => `Réinitialiser le mot de passe ${product}`,
      text: ({ name, link }) =>
        lines(
          `Bonjour, ${name},`,
          'Un nouveau mot de passe a été demandé pour votre compte. Vous pouvez le définir avec ce lien pendant une heure :',
          link,
          'Si la demande ne vient pas de vous, il n’y a rien à faire : votre mot de passe reste le même.',
        ),
    },
    welcome: {
      subject: (product) => `Votre compte ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Bonjour, ${name},`,
          `${organization} a créé un compte ${product} pour vous. Définissez votre mot de passe avec ce lien dans les sept jours :`,
          link,
        ),
    },
  },
}
