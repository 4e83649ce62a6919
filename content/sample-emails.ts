/** Invented emails for trying the filter on the landing page. */
export const sampleEmails = [
  {
    name: 'A sales pitch',
    text: `From: Dana Reyes <dana@brightlead.example>
Subject: Quick question about your pipeline

Hi Alex,

I came across your website and was impressed by how fast you are growing. We help companies like yours book 20+ qualified sales calls a month, and clients such as Fernhill Labs have seen a 3x return within 90 days for under $1,200.

Would you be open to a quick 15-minute call next Tuesday? You can pick a slot at https://calls.brightlead.example/dana or ring me on +1 415 555 0132.

If you are not the right person, who should I talk to?

Best,
Dana`,
  },
  {
    name: 'A recruiter',
    text: `From: Jo Marsh <jo@talentharbor.example>
Subject: Senior role at a fast-growing fintech

Hi Alex,

Your profile stood out to me. I am a recruiter working with a well-funded fintech that is hiring a Head of Engineering, fully remote, with a base salary of $210,000 plus equity. Your background would be a perfect fit for the role.

Would you be open to a short chat this week about the opportunity? My direct line is +44 20 7946 0991, or just send me your CV at jo@talentharbor.example.

Kind regards,
Jo`,
  },
  {
    name: 'A customer',
    text: `From: Mira Olsen <mira@olsenprint.example>
Subject: Invoice 2291 and Thursday

Hi Alex,

Thanks for the call this morning. I have attached the signed contract and invoice 2291 for $4,800, for the September work. Please transfer it to DE89 3704 0044 0532 0130 00 as usual.

Does Thursday at ten still work for the visit? My new number is +49 30 901820, if you get lost.

See you then,
Mira`,
  },
] as const
