/** An answer with everything that Markdown can hold, and what must not get through. */
export const markdownSample = String.raw`## Why the tide turns twice

The Moon pulls **harder on the near side** than on the centre, and harder on the centre than on the far side. What is left over *stretches* the sea along one line, so §h(t)§ has two maxima a day. See [Newton's *Principia*](https://example.org/principia) and <https://example.org/a/very/long/address/that/goes/on/and/on/without/any/break/at/all.html>.

1. The near bulge faces the Moon.
2. The far bulge stands opposite:
   - it is *not* pushed by the spin,
   - it is what the difference leaves.
3. [x] done

> A tide is a difference, not a pull.

The stretching force falls with the cube of the distance, $F \propto \frac{2GMr}{d^3}$, and costs $5 to $10 to measure:

\[
\Delta a = GM\left(\frac{1}{(d-r)^2} - \frac{1}{d^2}\right) \approx \frac{2GMr}{d^3}
\]

| body | mass (kg) | distance (km) | share of the tide |
| :--- | ---: | ---: | :---: |
| Moon | 7.35 × 10²² | 384,400 | 68 % |
| Sun | 1.99 × 10³⁰ | 149,600,000 | 32 % |

§§§python
def tide(mass: float, distance: float, radius: float = 6.371e6) -> float:
    """Acceleration that stretches the sea, in m/s²."""
    G = 6.674e-11  # the constant of gravitation
    return 2 * G * mass * radius / distance**3

print(f"{tide(7.35e22, 3.844e8):.2e}")
§§§

§§§
no language here, but a very long line that has to be scrolled sideways because it does not fit into the block at all, really
§§§

### What to remember

![A chart of tides](https://example.org/tides.png) and <img src="https://evil.example/pixel.gif" onerror="alert(1)"> <script>alert(1)</script> and [a bad link](javascript:alert(1)).

---

مرحبا بالعالم، هذا نص عربي.

That is all[^1].

[^1]: Newton, 1687.
`.replaceAll('§', '`');
