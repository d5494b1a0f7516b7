import type { PasswordCode } from '@fonema/contract'
import { expect, test } from 'vitest'
import { passwordProblems } from './password-strength.ts'

const ana = 'ana.perez@clinic.example'

/** Codes, the passwords that must get them, and the e-mail. Written from the rules, independently of the program. */
const rows: [codes: PasswordCode[], passwords: string, email?: string][] = [
  // Good passwords: unrelated words, random letters, other alphabets.
  [[], 'Molino-verde-82! Tz7#kQp9!mW ñandú-Cósmico-4! Largo-Camino-83! Correct-Horse-7! Zx9$Lq2!vRt'],
  [[], 'Tormenta*Lápiz*31 Guijarro%Nube%47 Cinco#lobos#Cantan#9 Barco!Tejado!28 Quokka&violín&56'],
  [[], 'Ribeira@Trovão@64 Maçã^Relógio^19 Caneta#Foguete#73 Chuva$Bigorna$45 Sábado!Cortiça!22'],
  [[], 'Parapluie%Hérisson%3 Fougère*Tambour*81 Grenier&Loutre&57 Ficelle#Nuage#64 Cœur!Brouette!12'],
  [[], 'Walnut^Kettle^38 Turnip@Velvet@91 Gravel!Piccolo!74 Saddle%Orbit%26 Lantern*Mustard*53'],
  [[], 'h7!Qw9#zLp2x vB3$kR8^nT1m 9pX&d4Lz*7Gs K#2vWq!8hYc R4^mZt%6bJx w!5NfC#1uPk Gq8*Ld@3Vrx'],
  [[], 'Ωμέγα#Θάλασσα#5 Жук&Самовар&81 Şöhret!Çekirdek!4 Żółw%Gęś%Łąka%9 Grüße*Zwölf*Öfen*6'],

  // Common passwords with a capital, a digit and a sign.
  [['too_common'], 'Password1! Password123! Passw0rd! P@ssw0rd1! P4ssw0rd! Welcome1! Welcome2026! W3lcome! Admin123!'],
  [
    ['too_common'],
    'Administrator1! Letmein1! L3tmein! Monkey123! M0nkey12! Dragon12! Dr4g0n123! Sunshine1! Princess1!',
  ],
  [['too_common'], 'Football1! Iloveyou1! Superman1! Trustno1! Master123! Shadow12! Changeme1! Secret123! S3cret12!'],
  [
    ['too_common'],
    'Computer1! Internet1! Starwars1! Pokemon1! Baseball1! Liverpool1! Freedom1! Whatever1! Summer2026!',
  ],
  // Medical words.
  [['too_common'], 'Hospital2026! Hospital1! H0spital1! Clinica2026! Clínica2026! Clinic123! Clinique1! Paciente1!'],
  [
    ['too_common'],
    'Patient123! P4tient1! Fonema123! Fonema2026! F0nema26! Contraseña1! Contrasena1! Senha123! S3nha123!',
  ],
  // The same in Spanish, Portuguese and French.
  [
    ['too_common'],
    'Hola1234! Teamo123! Barcelona1! Realmadrid1! Argentina1! Mexico123! España2026! Mariposa1! Estrella1!',
  ],
  [
    ['too_common'],
    'Princesa1! Brasil123! Flamengo1! Benfica1! Bonjour1! Soleil123! Motdepasse1! Marseille1! Doudou12!',
  ],
  // First names.
  [
    ['too_common'],
    'Maria123! Carlos123! Lucia123! Sofia2020! Alejandro1! Fernando1! Daniel123! Guadalupe1! Mercedes1!',
  ],
  [['too_common'], 'Beatriz1! Rodrigo1! Gabriel1! Guilherme1! João1234! Camille1! Nicolas1! Thomas123! Juliette1!'],
  [['too_common'], 'Michael1! Jennifer1! Charlie1! Matthew1! José1234! Begoña12! Hélène12! François1! Conceição1!'],
  // Sequences of the keyboard, the alphabet and digits, and repetitions.
  [['too_common'], 'Qwerty123! Qwertyuiop1! Asdfgh123! Zxcvbn123! 1qaz@WSX !QAZ2wsx Zaq12wsx! Qwer1234! Asdf1234!'],
  [['too_common'], 'Azerty123! Azertyuiop1! Q1w2e3r4! 1q2w3e4R! Abcdef1! Abcd1234! Abc12345! Aa123456! 12345678Aa!'],
  [
    ['too_common'],
    'Aaaaaaa1! Aa1!Aa1! Aa1!Aa1!Aa1! 1111111Aa! !!!!!!!!Aa1 Abababab1! Xyz98765! 87654321Zz! Ab1!Ab1!Ab1!',
  ],
  // Dates.
  [['too_common'], 'Enero2026! Janeiro2026! Janvier2026! January1! Lunes123! Monday12! 24121985Aa! 01/01/2000Aa!'],

  // Passwords of good words that break one rule only.
  [['missing_uppercase'], 'molino-verde-82! tormenta*lápiz*31 ficelle#nuage#64 ribeira@trovão@64 tz7#kqp9!mwv4'],
  [['missing_lowercase'], 'MOLINO-VERDE-82! TORMENTA*LÁPIZ*31 FICELLE#NUAGE#64 RIBEIRA@TROVÃO@64 TZ7#KQP9!MWV4'],
  [['missing_number'], 'Molino-verde-azul! Tormenta*Lápiz*Sol Ficelle#Nuage#Lune Ribeira@Trovão@Mar Tz#kQp!mWvXr'],
  // A sign is one of @#$%!^&*, not a dash, blank, dot, bracket or letter of another alphabet.
  [
    ['missing_special'],
    'Molino-verde-82 Tormenta.Lápiz.31 Ficelle_Nuage_64 Ribeira(Trovão)64 Ωμέγα+Θάλασσα+5 Tz7kQp9mWv4xL',
  ],

  // Several codes, in the order of the rules.
  [['too_short', 'too_common'], 'Tz7# Aa1! Xk9$mQ2 ñÑ5% Zq!7wR Pa1!'],
  [['too_short', 'missing_uppercase', 'too_common'], 'tz7# abc1! xk9$mq2'],
  [['too_short', 'missing_lowercase', 'missing_special', 'too_common'], 'ABC123 TZ7'],
  [['too_short', 'missing_uppercase', 'missing_number', 'missing_special', 'too_common'], 'qwerty hola a amor'],
  [['too_short', 'missing_uppercase', 'missing_lowercase', 'missing_special', 'too_common'], '123456 0 1234567'],
  [['missing_uppercase', 'missing_special', 'too_common'], 'password1 hospital2026 qwerty123 abc12345'],
  [
    ['missing_uppercase', 'missing_number', 'missing_special', 'too_common'],
    'password iloveyou contraseña motdepasse hospital',
  ],
  [
    ['missing_uppercase', 'missing_lowercase', 'missing_special', 'too_common'],
    '12345678 00000000 20261122 9876543210',
  ],
  [['missing_lowercase', 'missing_special', 'too_common'], 'PASSWORD1 QWERTY123 FONEMA2026'],
  [['missing_uppercase', 'missing_special'], 'molino-verde-82 tz7kqp9mwv4xl'],
  [['missing_number', 'missing_special'], 'Molino-verde-azul TzkQpmWvLxRj'],
  [['missing_uppercase', 'missing_lowercase', 'too_common'], '12345678! !!!!1111'],

  // Similar to the e-mail: its name or a word of it, between other letters, without accents and signs.
  [
    ['too_similar_to_email'],
    'Ana.Perez1! Molino-Perez-verde-82! xK9!anaperez-Quinta Tormenta*Pérez*31 P.e.r.e.z-Quokka-77! vB3$kPEREZR8^nT',
  ],
  [['too_similar_to_email'], 'Ana-Perez-Tormenta-Lápiz-31! Grenier&Perezoso&57 ana.perez@Clinic.Example-4zLq!'],
  [['too_common', 'too_similar_to_email'], 'Anaperez1! Perez123! Perez2026! AnaPérez12!'],
  // A short part of the name and the clinic's domain do not count as similar.
  [[], 'Zapata-Río-Ana-82! Example-Trovão-64!'],
  [['too_similar_to_email'], 'Jose-Cósmico-Lluvia-9! Lluvia#José#Trueno#9', 'jose@clinic.example'],
  [['too_common', 'too_similar_to_email'], 'Jose1234! José2026!', 'jose@clinic.example'],
  [['too_similar_to_email'], 'García!Tejado!28 Barco%Lopez%Nube%47', 'maria.lopez-garcia@clinic.example'],
  [['too_similar_to_email'], 'Gravel!Obrien1990!74 Saddle%1990%Orbit', 'o.brien_obrien+1990@clinic.example'],
  [[], 'Molino-Li-verde-82! Gravel!Piccolo!74', 'li@clinic.example'],
]

// Passwords with blanks, and of several hundred letters.
const long = 'Tormenta Lápiz Molino Verde '
const others: [PasswordCode[], string][] = [
  [[], 'Un molino verde, 82 gatos!'],
  [[], '  Turnip Velvet 91!  '],
  [[], `${long.repeat(8)}9!`],
  [[], 'Relógio 🦔 Trovão 64!'],
  [['missing_special'], 'Un molino verde y 82 gatos'],
  [['too_short', 'missing_uppercase', 'missing_lowercase', 'missing_number', 'missing_special', 'too_common'], ''],
  [['missing_uppercase', 'missing_lowercase', 'missing_number', 'missing_special', 'too_common'], ' '.repeat(12)],
  [['too_common'], `Aa1!${'a'.repeat(100)}`],
  [['too_common'], 'Pass word 1!'],
]

const table = [
  ...rows.flatMap(([codes, passwords, email = ana]) => passwords.split(' ').map((one) => [one, codes, email] as const)),
  ...others.map(([codes, password]) => [password, codes, ana] as const),
]

test('each password of the table gets the codes of the rules that it breaks', () => {
  expect(new Set(table.map(([password]) => password)).size).toBeGreaterThan(200)
  const found = table.map(([password, , email]) => [password, passwordProblems(password, email)])
  expect(found).toEqual(table.map(([password, codes]) => [password, codes]))
})
