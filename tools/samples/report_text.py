"""The words of report.pdf. The people, the place and the measurements are invented."""

RUNNING_HEAD = "Lindqvist and Okafor: Reading soil heat from sparse boreholes"
TITLE = "Reading Soil Heat from Sparse Boreholes: A Small-Sample Estimator with Honest Error Bars"
AUTHORS = "Maja Lindqvist<super>a</super> and Chidi Okafor<super>b</super>"
PLACE = ("<super>a</super>Department of Applied Geophysics, University of Norrvik<br/>"
         "<super>b</super>Institute for Cold Region Studies, Tarnhavn")
ABSTRACT = (
    "Ground heat flux is usually measured with plates that few stations own. Many more stations own one or two "
    "thermo\u00admeters in a borehole. We show that two thermo\u00admeters at known depths are enough to recover the annual "
    "cycle of the flux to within 9 %, provided that the moisture of the soil is treated as unknown and its "
    "uncer\u00adtainty is carried to the end. On 14 stations with both instru\u00adments our estimator halves the error of the "
    "usual gradient method, and 93 % of the plate readings fall inside its 95 % intervals.")
FOOTNOTE = "Readings of the first 30 days after drilling were left out, because the hole itself disturbs the soil."

BEFORE_FIGURE = [
    ("h1", "1 Introduction"),
    ("p", "The flux of heat into the ground closes the energy balance at the surface. It is small at noon and large in "
          "the sum: over a spring it decides how deep the frost goes and when roots begin to drink [1]. Heat flux "
          "plates measure it directly, but they are fragile, they disturb the water around them, and most of the "
          "long records were made without them [2, 3]."),
    ("p", "Thermo\u00admeters are another matter. More than two thousand stations have recorded soil temper\u00adature at "
          "one or more depths for over forty years. The temptation is to take the differ\u00adence of two readings, "
          "divide by the distance, and multiply by a conduc\u00adtivity from a table. This is the gradient method. It "
          "fails in two ways: the conduc\u00adtivity of a soil changes by a factor of four between dry and wet, and the "
          "gradient at one moment says little about the flux an hour earlier."),
    ("p", "We take the annual cycle instead of the moment. The ampli\u00adtude of the cycle shrinks with depth and its "
          "phase is delayed; the ratio of the two ampli\u00adtudes and the delay both tell the diffu\u00adsivity of the soil, "
          "and they must agree. Where they do not agree, the model is wrong for that site, and the estimator says so "
          "instead of giving a number.<super>1</super>"),
    ("h1", "2 Method"),
    ("h2", "2.1 Model"),
    ("p", "In a uniform soil without moving water the temperature <i>T</i> at depth <i>z</i> and time <i>t</i> obeys "
          "the diffusion equation"),
    ("formula", (r"\frac{\partial T}{\partial t} = \kappa \frac{\partial^2 T}{\partial z^2}", 1)),
    ("p", "with a diffusivity <i>κ</i> between 0.2 and 0.9 mm<super>2</super>/s. For a yearly cycle with angular "
          "frequency <i>ω</i> the solution that vanishes at great depth is"),
    ("formula", (r"T(z,t) = T_0 + A e^{-z/d} \mathrm{sin}(\omega t - \frac{z}{d})", 2)),
    ("p", "where the damping depth is"),
    ("formula", (r"d = \sqrt{\frac{2 \kappa}{\omega}}", 3)),
    ("p", "Two thermo\u00admeters at depths <i>z</i><sub>1</sub> and <i>z</i><sub>2</sub> give two amplitudes and two "
          "phases. Each pair yields a value of <i>d</i>, and the gap between the values measures how far the site is "
          "from the model."),
    ("h2", "2.2 Estimation"),
    ("p", "Let <i>y</i><sub><i>i</i></sub> be the <i>n</i> readings of one year. We minimise"),
    ("formula", (r"S(\theta) = \sum_{i=1}^{n} \frac{(y_i - T(z_i, t_i; \theta))^2}{\sigma_i^2}", 4)),
    ("p", "over the four para\u00admeters with the Gauss–Newton method, starting from the values that the amplitudes "
          "suggest. The covar\u00adiance of the result is taken from 400 boot\u00adstrap samples of whole weeks, because "
          "readings of neigh\u00adbouring hours are far from inde\u00adpendent [4]."),
    ("p", "The flux at the surface follows from the fitted cycle by Fourier’s law, with the conductivity "
          "<i>λ</i> = <i>κC</i> and a heat capacity <i>C</i> that depends on the moisture. The moisture is not known; "
          "we draw it from a broad distri\u00adbution for each land cover and let it widen the interval:"),
    ("formula", (r"G(0,t) = \frac{\lambda A \sqrt{2}}{d} \mathrm{sin}(\omega t + \frac{\pi}{4})", 5)),
    ("p", "The phase of the flux leads that of the temper\u00adature by one eighth of a year, about 46 days. This "
          "well-known lead is what the gradient method gets wrong when its two thermo\u00admeters are far apart."),
    ("h2", "2.3 Checking the model"),
    ("p", "Three signs show that a site is not what the model thinks. The two damping depths differ; the residuals "
          "have a cycle of half a year; or the mean temper\u00adature changes with depth. The first means layers, the "
          "second freezing, the third moving water. We compute all three and report them with the result. A site that "
          "shows none of them has passed a test that it could have failed, which is more than a good fit can say: with "
          "four para\u00admeters and a smooth cycle almost any soil can be fitted well."),
    ("p", "Freezing deserves a word of its own. When water in the soil turns to ice, the heat that it gives off holds "
          "the temper\u00adature at zero for days or weeks, and the curve of the year gets a flat piece in "
          "early winter. The fit then finds a damping depth that is too small. We leave out the readings between "
          "−0.5 °C and 0.5 °C, which costs 11 % of the data at the northern stations and removes most of the "
          "effect; what is left is part of the error that we report."),
]

FIGURE_CAPTION = ("<b>Figure 1.</b> Heat flux at the surface over one year at a meadow and a forest station. Dots: weekly "
                  "means of the plates. Solid: this paper. Dashed: gradient method with a tabulated conductivity.")

TABLE = (
    "<b>Table 1.</b> Root mean square error of the weekly flux in W/m<super>2</super>, by land cover, and the share of "
    "plate readings inside the 95 % interval.",
    [["Land cover", "Stations", "Gradient", "Ours", "Inside"],
     ["Meadow", "5", "1.92", "0.81", "94 %"],
     ["Forest", "4", "1.37", "0.70", "95 %"],
     ["Cropland", "3", "2.45", "1.18", "91 %"],
     ["Peat", "2", "3.08", "1.74", "88 %"],
     ["All", "14", "2.03", "0.97", "93 %"]])

AFTER_FIGURE = [
    ("h1", "3 Data"),
    ("p", "We used 14 stations that have run both instru\u00adments for at least three years. Plates lie at 5 cm; "
          "thermo\u00admeters lie at 20 cm and 50 cm, and at five stations also at 100 cm. Gaps of up to six hours were "
          "filled by straight lines; weeks with longer gaps were left out. The soil of each station is "
          "listed in the data set "
          '(<link href="https://example.org/norrvik/soil-heat" color="#1a4a8a">example.org/norrvik/soil-heat</link>).'),
    ("p", "Three choices were fixed before we looked at the plates:"),
    ("bullets", [
        "the start of the year is the first week with a mean air temper\u00adature above zero;",
        "a station is left out when its two damping depths differ by more than 30 %;",
        "all intervals are quoted at 95 % and never shortened afterwards.",
    ]),
    ("h1", "4 Results"),
    ("p", "Table 1 gives the errors by land cover. The estimator halves the error of the gradient method everywhere "
          "but on peat, where water moves and the model is known to be wrong. Figure 1 shows one good and one middling "
          "station. The gradient method follows the shape of the cycle but is early by about nine days, because it "
          "knows nothing of storage above the upper thermo\u00admeter."),
    ("table", TABLE),
    ("p", "The intervals hold what they promise on mineral soils. On peat they are too short by a tenth, which agrees "
          "with the gap between the two damping depths there: 24 % on average against 7 % elsewhere. A user who looks "
          "at the gap first will not be misled."),
    ("h2", "4.1 How much is lost with one thermometer"),
    ("p", "With a single thermo\u00admeter the phase alone must tell the diffu\u00adsivity. The error grows from 0.97 to "
          "1.41 W/m<super>2</super>, still below the 2.03 W/m<super>2</super> of the gradient method with two. This is "
          "good news for records older than 1970, most of which have one depth only [5]."),
    ("h1", "5 Discussion"),
    ("p", "The method has a limit that no statistics can lift. It sees the part of the flux that repeats each year and "
          "is blind to the rest: a warm week in March enters only through the residuals. For the energy balance of "
          "single days the plates remain without rival. For trends over decades, which is what the old records are "
          "for, the annual cycle is the right scale, and two thermo\u00admeters are enough."),
    ("p", "It would be tempting to repair the peat stations with a model of moving water. We tried two and could not "
          "tell them apart with the data at hand [6]. Until someone can, a wide interval is the honest answer."),
    ("h1", "6 Conclusion"),
    ("p", "Two thermo\u00admeters, one year, four para\u00admeters: the flux of heat into the ground can be read from "
          "instru\u00adments that are already there. The code is 300 lines long and runs on a laptop in seconds."),
    ("h1", "Acknowledgements"),
    ("p", "We thank the observers of the Norrvik network, who read the instru\u00adments by hand every morning from 1961 "
          "to 1987."),
    ("h1", "References"),
    ("references", [
        "A. Brandvold and P. Ilves, “Frost depth and the spring thaw,” <i>J. Cold Reg. Hydrol.</i>, vol. 12, "
        "pp. 101–118, 2009. doi:10.5555/jcrh.2009.0101",
        "R. Tanaka, “Heat flux plates in wet soil: a review of errors,” <i>Soil Instrum.</i>, vol. 4, no. 2, "
        "pp. 33–57, 2014. doi:10.5555/si.2014.4.33",
        "L. Moreau, <i>Measuring the Surface Energy Balance</i>, 2nd ed. Tarnhavn: Fjord Press, 2017.",
        "S. Adeyemi and K. Holm, “Block resampling for hourly records,” <i>Stat. Environ.</i>, vol. 21, "
        "pp. 240–262, 2011. doi:10.5555/se.2011.240",
        "Norrvik Observatory, “Soil temper\u00adature 1961–1990,” Data report 88, 1991.",
        "M. Lindqvist, “Two models of water in peat that data cannot separate,” <i>Peatl. Res. Lett.</i>, vol. 3, "
        "art. 14, 2022. doi:10.5555/prl.2022.3.14",
    ]),
]
