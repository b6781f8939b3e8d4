#ifndef GEOCLI_CGEODESIC_H
#define GEOCLI_CGEODESIC_H
#ifdef __cplusplus
extern "C" {
#endif

/// GeographicLib's inverse problem on WGS 84. Degrees in; metres and degrees out.
/// Returns the distance; `azimuth1` (may be NULL) is the bearing at the first point, clockwise from north.
double cgeodesic_inverse(double latitude1, double longitude1, double latitude2, double longitude2,
                         double *azimuth1);

/// GeographicLib's direct problem on WGS 84: where one stands after `distance` metres along `azimuth1`.
void cgeodesic_direct(double latitude1, double longitude1, double azimuth1, double distance,
                      double *latitude2, double *longitude2);

#ifdef __cplusplus
}
#endif
#endif
