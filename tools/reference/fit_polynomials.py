#!/usr/bin/env python3
"""Coefficients of the polynomials in src/engine/kernels/simd/math.h, with their errors.

Usage: fit_polynomials.py   (numpy)
Least squares on Chebyshev nodes, weighted for relative error, is close enough to the best
polynomial: the errors printed are those of the coefficients after rounding to f32, in f64
arithmetic; the f32 arithmetic around them is measured by simd_math_test.cc.
"""

import math

import numpy as np

NODES = 4000


def chebyshev_nodes(low, high):
    angles = (np.arange(NODES) + 0.5) * math.pi / NODES
    return 0.5 * (low + high) + 0.5 * (high - low) * np.cos(angles)


def fit(x, y, powers, weight):
    """y ~ sum c_p x^p with the weighted least square error; coefficients rounded to f32."""
    columns = np.stack([x**p for p in powers], axis=1)
    scale = np.abs(columns).max(axis=0)
    solved, *_ = np.linalg.lstsq(columns / scale * weight[:, None], y * weight, rcond=None)
    return (solved / scale).astype(np.float32)


def show(name, powers, coefficients, error):
    print(f"{name}: max error {error:.2e}")
    for power, value in zip(powers, coefficients):
        print(f"  x^{power}: {value:.9g}f")


def evaluate(x, powers, coefficients):
    return sum(float(c) * x**p for p, c in zip(powers, coefficients))


def fit_exp():
    # exp(r) = 1 + r + r^2 p(r) on |r| <= ln 2 / 2 (a little more: the reduction rounds).
    x = chebyshev_nodes(-0.3475, 0.3475)
    powers = range(5)
    target = (np.expm1(x) - x) / x**2
    coefficients = fit(x, target, powers, x**2)
    got = 1 + x + x**2 * evaluate(x, powers, coefficients)
    show("exp", powers, coefficients, np.abs(got / np.exp(x) - 1).max())


def fit_erf_small():
    # erf(x) = x p(x^2) on |x| <= 1.
    x = chebyshev_nodes(1e-3, 1.0)
    powers = range(7)
    target = np.array([math.erf(v) / v for v in x])
    coefficients = fit(x**2, target, powers, 1 / target)
    got = evaluate(x**2, powers, coefficients)
    show("erf, |x| <= 1, in x^2", powers, coefficients, np.abs(got / target - 1).max())


def fit_erfc_large():
    # erfc(x) = exp(-p(x)) on 1 <= x <= 4; what counts is the absolute error of erf.
    x = chebyshev_nodes(1.0, 4.0)
    powers = range(8)
    erfc = np.array([math.erfc(v) for v in x])
    coefficients = fit(x, -np.log(erfc), powers, np.sqrt(erfc))
    got = np.exp(-evaluate(x, powers, coefficients))
    show("-log erfc, 1 <= x <= 4", powers, coefficients, np.abs(got - erfc).max())


if __name__ == "__main__":
    fit_exp()
    fit_erf_small()
    fit_erfc_large()
