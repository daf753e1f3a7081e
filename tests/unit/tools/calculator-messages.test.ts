import { describe, expect, test } from 'vitest';
import { calculator } from '../../../server/tools/calculator.ts';
import { toolContext } from '../../support/tool-context.ts';

const context = toolContext({ urls: {}, keys: {} });
const resultOf = async (message: string): Promise<unknown> => {
  const args = calculator.fromMessage(message, context);
  if (args === null) return null;
  const { data } = await calculator.run(args, context);
  return data !== null && typeof data === 'object' && !Array.isArray(data) ? data.result : null;
};

describe('the sum that a message asks for', () => {
  test.each([
    ["what's 15% of 80", '12'],
    ['round 17.356 to 1 decimal place', '17.4'],
    ['what is 7/8 as a decimal', '0.875'],
    ["what's 1 million divided by 8", '125000'],
    ['if 6 of us split a $213 bill how much does each pay', '35.5'],
    ['a 79.50 jacket at 30% off', '55.65'],
    ['split 120 three ways', '40'],
    ['how much is twelve times four', '48'],
    ['sqrt of 144', '12'],
    ['20 percent tip on 45', '9'],
    ['add 3 and 9', '12'],
    ['half of 90', '45'],
    ['the square root of 2 to 3 places', '1.414'],
    ['if i buy 3 at 4.50 each', '13.5'],
    ['2 to the 10th', '1024'],
    ['whats 15% off 80', '68'],
    ['if I have 240 euros and spend 67.50, how much is left', '172.5'],
    ['can you add up 12, 45, 33 and 9 for me', '99'],
    ['how much is a third of 942', '314'],
    ['1200 divided by 7 rounded', '171'],
    ['tip on a 54 dollar bill at 18 percent', '9.72'],
    ['cos of 60 degrees', '0.5'],
    ['how much do we each pay if dinner was 132 and there are 5 of us', '26.4'],
    ['347*29', '10063'],
    ['(45+55)/4 - 2^3', '17'],
    ['What is 1,250 + 3,750?', '5000'],
    ['whats a hundred and twenty divided by five', '24'],
    ['twenty-five squared', '625'],
    ['two thousand five hundred minus one hundred', '2400'],
    ['could you please calculate 7 x 8', '56'],
    ['three quarters of 80', '60'],
    ['two thirds of ninety', '60'],
    ['5 factorial', '120'],
    ['5!', '120'],
    ['cube root of 27', '3'],
    ['the fourth root of 81', '3'],
    ['subtract 7 from 20', '13'],
    ['multiply 6 by 7', '42'],
    ['the product of 6 and 7', '42'],
    ['average of 4, 8 and 15', '9'],
    ['increase 200 by 10%', '220'],
    ['what percentage of 80 is 20', '25'],
    ['12 is what percent of 48', '25'],
    ['percentage change from 50 to 75', '50'],
    ["what's a 20% tip on $45.50?", '9.1'],
    ['$60 plus 20% tip', '72'],
    ['80 minus 25%', '60'],
    ['remainder when 17 is divided by 5', '2'],
    ['log base 2 of 8', '3'],
    ['double 45', '90'],
    ['10 divided by 3 to 2 decimal places', '3.33'],
    ['split a 90 dollar bill between 4 people', '22.5'],
    ['3 coffees at 4.20 each, how much is that', '12.6'],
    ['3 to the power of 4', '81'],
    ['what is 9 take away 4', '5'],
    ['one point five times four', '6'],
    ['how much is 3 + 4, please?', '7'],
    ['0.1 + 0.2', '0.3'],
    ['2^64 + 1', '18446744073709551617'],
  ])('%s', async (message, result) => expect(await resultOf(message)).toBe(result));

  test.each([
    ...['that calculation seems wrong to me', 'we work 24/7', 'give me three tips for a first date', 'it is 10:30'],
    ...['half of my friends left', '12/05/2024', '2024-05-12', 'I have two cats and one dog', 'what is love', '42'],
    ...['split the bill', 'add me to the list', 'I was 25 at the time', "that's the third time you've said that"],
    ...['my two kids each got 3 presents from 4 people and 5 from us', 'what is 20% of it', 'sine of 30'],
  ])('none: %s', async (message) => expect(await resultOf(message)).toBeNull());
});
